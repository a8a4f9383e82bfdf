"""The release, and the name under which programs load the shared library."""

VERSION = "0.1.0"

# The number goes up with every change after which a program that was linked before would no longer
# run.
SONAME = "libopenaclnn.so.0"

# It fits the functions that this release lacks, so programs linked against it look for this
# release.
UNIMPLEMENTED_SONAME = "libopenaclnn_unimplemented.so.0"
