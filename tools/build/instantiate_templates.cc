// A plugin of GCC: `#pragma instantiate_templates` instantiates what the code before it uses.
//
// GCC does that at a file's end, after it has written precompiled headers: each file that reads
// them would do it again for all that their inline functions use, which takes half a second.

// GCC's declarations come in a package of their own for each of its versions; these five suffice.
extern "C" {
struct plugin_name_args {
  const char* base_name;
};
struct plugin_gcc_version;
int get_named_event_id(const char* name, int insert);
void register_callback(const char* plugin, int event, void (*callback)(void* data, void* user_data),
                       void* user_data);
__attribute__((visibility("default"))) extern int plugin_is_GPL_compatible;
__attribute__((visibility("default"))) int plugin_init(const plugin_name_args* plugin,
                                                       const plugin_gcc_version* version);
}
struct cpp_reader;
void c_register_pragma(const char* space, const char* name, void (*handler)(cpp_reader*));
void instantiate_pending_templates(int retries);

int plugin_is_GPL_compatible = 1;

int plugin_init(const plugin_name_args* plugin, const plugin_gcc_version*) {
  register_callback(
      plugin->base_name, get_named_event_id("PLUGIN_PRAGMAS", /*insert=*/0),
      [](void*, void*) {
        c_register_pragma(nullptr, "instantiate_templates",
                          [](cpp_reader*) { instantiate_pending_templates(/*retries=*/0); });
      },
      nullptr);
  return 0;
}
