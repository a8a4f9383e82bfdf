// The families of mutants, each for one use of a kernel; empty if the family does not apply.
#ifndef OPENACLNN_TESTING_MUTANTS_FAMILIES_H_
#define OPENACLNN_TESTING_MUTANTS_FAMILIES_H_

#include <vector>

#include "testing/mutants/mutants.h"

namespace openaclnn::testing {

// Wrong places and moments: strides, offsets, tails, chunks, threads (wrong_places.cc).
std::vector<Mutant> WrongStrides(const KernelUse& use);
std::vector<Mutant> WrongOrder(const KernelUse& use);
std::vector<Mutant> WrongOuterStride(const KernelUse& use);
std::vector<Mutant> WrongBroadcast(const KernelUse& use);
std::vector<Mutant> WrongOffsets(const KernelUse& use);
std::vector<Mutant> MissingElements(const KernelUse& use);
std::vector<Mutant> WrongChunks(const KernelUse& use);
std::vector<Mutant> Remembered(const KernelUse& use);
std::vector<Mutant> Nondeterminism(const KernelUse& use);
std::vector<Mutant> DependenceOnLayout(const KernelUse& use);
std::vector<Mutant> InPlaceHazards(const KernelUse& use);

// What finds elements by indices, in all of its ways (wrong_indices.cc).
bool UsesIndices(const KernelUse& use);
std::vector<MutantFamily> IndexFamilies(const KernelUse& use);

// Wrong values: operands, kernels, roundings, special values, numbers (wrong_values.cc).
std::vector<Mutant> Swaps(const KernelUse& use);
std::vector<Mutant> OutputSwaps(const KernelUse& use);
std::vector<Mutant> OtherKernels(const KernelUse& use);
std::vector<Mutant> WrongStores(const KernelUse& use);
std::vector<Mutant> SpecialResults(const KernelUse& use);
std::vector<Mutant> SpecialInputs(const KernelUse& use);
std::vector<Mutant> DroppedFactors(const KernelUse& use);
std::vector<Mutant> WrongSigns(const KernelUse& use);
std::vector<Mutant> WrongDigits(const KernelUse& use);
std::vector<Mutant> WrongIntermediates(const KernelUse& use);
std::vector<Mutant> WrongNumbers(const KernelUse& use);

}  // namespace openaclnn::testing

#endif  // OPENACLNN_TESTING_MUTANTS_FAMILIES_H_
