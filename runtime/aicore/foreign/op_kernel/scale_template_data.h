#ifndef SCALE_TEMPLATE_DATA_H
#define SCALE_TEMPLATE_DATA_H
#include <cstdint>

struct ScaleTemplateData {
  uint32_t length;
  float factor;
};
#endif  // SCALE_TEMPLATE_DATA_H
