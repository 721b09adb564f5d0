/** Imports of classes that JavaMOP and AspectJ would provide, which rrv replaces. */
export const foreignImport = /^(?:com\.runtimeverification|org\.aspectj|javamoprt|rvmonitorrt)\./;
