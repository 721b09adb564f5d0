/** Classes of the runtime that units name, as internal names. */
export const runtimeClass = {
  controlFlow: 'rrv/runtime/ControlFlow',
  deferredSlice: 'rrv/runtime/DeferredSlice',
  instanceTest: 'rrv/runtime/InstanceTest',
  monitor: 'rrv/runtime/PropertyMonitor',
  ownCollections: 'rrv/runtime/OwnCollections',
  plainCollections: 'rrv/runtime/PlainCollections',
  registration: 'rrv/runtime/Registration',
  registry: 'rrv/runtime/Registry',
  sharedIterators: 'rrv/runtime/SharedIterators',
  sliceBody: 'rrv/runtime/SliceBody',
  threadStart: 'rrv/runtime/ThreadStart',
  unit: 'rrv/runtime/Unit',
  unmodifiableCollections: 'rrv/runtime/UnmodifiableCollections',
} as const;
