/** The runtime as a module of its own (rrv instrument --runtime external), which jlink takes, too. */
module rrv.runtime {
    exports rrv.runtime;
}
