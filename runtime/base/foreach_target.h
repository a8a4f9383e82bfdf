// In place of hwy/foreach_target.h, which it includes: the file is compiled once for each SIMD
// target. Highway's operations of all of them may have been precompiled (precompiled.bzl); what is
// left then are the macros that name the target. No guard: each target includes it.
// IWYU pragma: always_keep
#ifdef OPENACLNN_HIGHWAY_IS_PRECOMPILED

// Or Highway would take it that its static target alone is there.
#ifndef HIGHWAY_HWY_FOREACH_TARGET_H_
#undef HWY_HIGHWAY_INCLUDED
#endif
#include "hwy/foreach_target.h"
#define HWY_HIGHWAY_INCLUDED

// hwy/highway.h includes the operations if these two agree.
#ifdef HWY_TARGET_TOGGLE
#undef HWY_HIGHWAY_PER_TARGET
#else
#define HWY_HIGHWAY_PER_TARGET
#endif
#include "hwy/ops/set_macros-inl.h"

#else
#include "hwy/foreach_target.h"
#endif
