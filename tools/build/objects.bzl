"""What libraries were compiled to."""

def objects_of(library):
    """The objects of a LibraryToLink.

    Rules that link them need no archives, which would be some 300 more files to make.

    Args:
      library: a LibraryToLink of a cc_library with sources.

    Returns:
      a list of files, position-independent if they were compiled so.
    """
    objects = library.pic_objects or library.objects
    if not objects:
        # Linked as an object, an archive would do nothing, and nobody would notice.
        file = library.pic_static_library or library.static_library or library.dynamic_library
        fail("%s comes without its objects; accepted are libraries that are compiled" % file)
    return objects
