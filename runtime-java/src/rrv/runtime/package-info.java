/**
 * What an instrumented program carries: monitors, and how they report (docs/runtime-protocol.md, docs/running.md). An event
 * goes from woven code to the unit, from there to {@link rrv.runtime.PropertyMonitor}, and what it violates to
 * {@link rrv.runtime.Reporter}. It is one package, as nothing but what units and programs call is public.
 *
 * <dl>
 * <dt>Where units, the generated classes of instrumented archives, come in
 * <dd>{@link Registry}, {@link Registration}, {@link Unit}, {@link Units}, {@link NamedClasses},
 * {@link RuntimeClasses}, {@link SeparateRuns}
 * <dt>Several copies of the runtime in one JVM
 * <dd>{@link Copies}, {@link RemoteMonitor}, {@link ForeignBody}
 * <dt>What a property is
 * <dd>{@link PropertyDefinition}, {@link Automaton}, {@link Partition}, {@link Transitions}, {@link Roles},
 * {@link Grammar}, {@link GrammarAutomaton}, {@link Languages}
 * <dt>Its monitor, by what the property is like: of one object, of a collection and its iterators, or any other
 * <dd>{@link Monitors}, {@link PropertyMonitor}, {@link StripedMonitor}, {@link OneParameterMonitor},
 * {@link OwnedMonitor}, {@link GeneralMonitor}, {@link StatelessMonitor}, {@link InactiveMonitor}
 * <dt>Monitors of properties with Java code
 * <dd>{@link TakesAdvice}, {@link OneBodyMonitor}, {@link BodyMonitor}, {@link SliceBody}, {@link BodyCall},
 * {@link Backoff}
 * <dt>Monitors of audits
 * <dd>{@link AuditMonitor}, {@link AuditBodyMonitor}, {@link AuditedSide}, {@link AuditedSlice}, {@link SettledSlices}
 * <dt>What a closed world takes for granted
 * <dd>{@link ReflectionMonitor}, {@link ClaimedReflection}
 * <dt>Objects, which are held weakly, and what stands beside each
 * <dd>{@link Identity}, {@link WeakTable}, {@link HashIndex}, {@link KeyNode}, {@link MonitoredObjects},
 * {@link ObjectStripe}, {@link StripePart}, {@link Column}, {@link IntColumn}, {@link LongColumn},
 * {@link LinkColumn}, {@link BoundClasses}, {@link Shared}
 * <dt>Slices of one object, in tables or in the object
 * <dd>{@link SlicePart}, {@link SliceHolder}, {@link HeldSlice}
 * <dt>Slices of leaves (iterators) and their owners (collections, maps)
 * <dd>{@link LeafPart}, {@link LeafNode}, {@link LongChain}, {@link OwnerTables}, {@link OwnerPart}, {@link OwnerNode},
 * {@link WatchedOwners}, {@link PairNode}, {@link UnfinishedJoin}, {@link OpenSlices}, {@link Deferral}, {@link DeferredSlice},
 * {@link AwaitedOwners}
 * <dt>Slices of the general monitor, and what a later join has to know
 * <dd>{@link BindingIndex}, {@link BindingRecord}, {@link RecordList}, {@link RecordTable}, {@link Key},
 * {@link JoinCheck}, {@link SliceLifetimes}, {@link Stamps}, {@link StampPart}, {@link UnfinishedEvent}
 * <dt>What woven code asks
 * <dd>{@link PlainCollections}, {@link OwnCollections}, {@link UnmodifiableCollections}, {@link SharedIterators},
 * {@link InstanceTest}, {@link ControlFlow}, {@link ThreadStart}
 * <dt>The runtime beside the program: threads, errors, its own code
 * <dd>{@link Guard}, {@link Ignoring}, {@link ThreadIds}, {@link OwnThread}, {@link Privileged}, {@link Stopped},
 * {@link Outlined}
 * <dt>From a violation to the report
 * <dd>{@link Finding}, {@link ReportingSlice}, {@link ReportedSites}, {@link SliceHistory}, {@link HistoryStep},
 * {@link Reporter}, {@link ReportPace}, {@link ReportReserve}, {@link ViolationSites}, {@link ViolationSite},
 * {@link Violation}, {@link ViolationException}, {@link SiteLines}, {@link StandardError}, {@link ReportText},
 * {@link Json}, {@link ReportFile}
 * <dt>Events, written down as they happen
 * <dd>{@link TracingMonitor}, {@link Trace}, {@link TraceNames}, {@link TracedObject}
 * <dt>What the user sets, and what programs may ask
 * <dd>{@link Settings}, {@link UnknownSettings}, {@link Monitoring}, {@link ViolationListener}
 * </dl>
 */
package rrv.runtime;
