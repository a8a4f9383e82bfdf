#!/usr/bin/env bash
# run.sh PROGRAM ARGUMENT...: a program as a test.
exec "$@"
