import { loadProperties } from '../property/language/load.ts';
import type { EventDefinition, Property } from '../property/model.ts';
import type { UnnamedReflection } from '../property/pointcut.ts';
import { once } from '../remembering.ts';
import { claimedReflection } from '../residual/points-to/input/claimed-reflection.ts';
import type { InstrumentRequest } from './instrument-types.ts';

/** Calls that say on which member, method type or class they reflect. */
const text = `
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

ReflectionWatch(Object a, Object b) {
  event method before(Object a, Object b) : call(* Method.invoke(Object, Object[])) && target(a) && args(b, *) { }
  event method before(Object a, Object b) :
    call(* java.lang.reflect.InvocationHandler.invokeDefault(Object, Method, Object[])) && args(b, a, *) { }
  event handle before(Object a) : call(* MethodHandles.Lookup.unreflect(Method)) && args(a) { }
  event handle before(Object a) : call(* MethodHandles.Lookup.unreflectSpecial(Method, Class)) && args(a, *) { }
  event constructor before(Object a) : call(* Constructor.newInstance(Object[])) && target(a) { }
  event constructor before(Object a) : call(* MethodHandles.Lookup.unreflectConstructor(Constructor)) && args(a) { }
  event field before(Object a) : (call(* Field.get(Object)) || call(* Field.set(Object, Object))) && target(a) { }
  event field before(Object a) :
    (call(* MethodHandles.Lookup.unreflect*(Field)) || call(* sun.misc.Unsafe.*(Field)) || call(* jdk.internal.misc.Unsafe.*(Field)))
    && args(a) { }
  event member before(Object a, Object b) :
    (call(* MethodHandles.Lookup.findStatic*(Class, String, *)) || call(* MethodHandles.Lookup.find*Getter(Class, String, *))
      || call(* MethodHandles.Lookup.find*Setter(Class, String, *)) || call(* MethodHandles.Lookup.findVarHandle(Class, String, *)))
    && args(a, b, *) { }
  event member before(Object a, Object b) : call(* MethodHandles.Lookup.findSpecial(Class, String, *, *)) && args(a, b, *, *) { }
  event member before(Object a, Object b) :
    call(* java.util.concurrent.atomic.AtomicReferenceFieldUpdater.newUpdater(Class, Class, String)) && args(a, *, b) { }
  event member before(Object a, Object b) : call(* jdk.internal.misc.Unsafe.objectFieldOffset(Class, String)) && args(a, b) { }
  event name before(Object b) :
    (call(* MethodHandles.Lookup.findVirtual(Class, String, *)) || call(* MethodHandles.Lookup.bind(Object, String, *)))
    && args(*, b, *) { }
  event made before(Object a) : call(* MethodHandles.Lookup.findConstructor(Class, *)) && args(a, *) { }
  event made before(Object a) :
    (call(* sun.misc.Unsafe.allocateInstance(Class)) || call(* jdk.internal.misc.Unsafe.allocateInstance(Class))) && args(a) { }
  event classes before(Object a) : call(* Proxy.newProxyInstance(ClassLoader, Class[], *)) && args(*, a, *) { }
  event classes before(Object a) : call(* Proxy.getProxyClass(ClassLoader, Class[])) && args(*, a) { }
  event classes before(Object a) : call(* MethodHandleProxies.asInterfaceInstance(Class, *)) && args(a, *) { }

  ere : method
  @match { System.err.println("reflection"); }
}`;

const named = once(() => loadProperties('ReflectionWatch.mop', text).properties[0]!);

/**
 * A property whose events are the uses of reflection, for the runtime to note what they reach, and to say so where the
 * claim about a closed world does not name it. None where nothing depends on such a claim.
 */
export function watchesFor({
  analysis,
  world,
}: Pick<InstrumentRequest, 'analysis' | 'world'>): readonly Property[] {
  if (analysis !== 'sound' || world.kind === 'open') return [];
  const property = named();
  const events = [...property.events, unnamed('serialization', property), unnamed('anything', property)];
  return [{ ...property, events, claimed: claimedReflection(world) }];
}

/** Whether the property is about the analysis and not about the program. */
export function isWatch({ claimed }: Property): boolean {
  return claimed !== undefined;
}

function unnamed(use: UnnamedReflection, { events }: Property): EventDefinition {
  return {
    name: use,
    letter: events[0]!.letter,
    creation: false,
    advice: 'before',
    pointcut: { kind: 'reflects', use },
    arguments: [],
    binds: [],
  };
}
