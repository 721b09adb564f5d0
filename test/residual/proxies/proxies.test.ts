import { expect, test } from 'vitest';
import { readClassFile } from '../../../src/classfile/class-file.ts';
import { classHierarchy } from '../../../src/hierarchy/class-hierarchy.ts';
import type { ClassSource } from '../../../src/hierarchy/class-source.ts';
import { scanProgram } from '../../../src/residual/call-graph/scanned-program.ts';
import { proxies } from '../../../src/residual/proxies/proxies.ts';
import { compile, theJdk } from '../sound/java-program.ts';

const start = `import java.lang.invoke.*;
import java.lang.reflect.*;
interface A { void a(); default long more(int[] n, double d, String s) { return 1; } static void none() { } }
interface B extends A, Comparable<B> { }
interface C { }
interface D extends Iterable<String> { }
class P {
  static InvocationHandler handler;
  static ClassLoader loader;
  static Object make(Class<?>[] types) { return null; }
`;

/** The interfaces of which the method is taken to make proxies. */
function proxied(method: string): readonly string[] {
  const classes = compile({ 'P.java': `${start}${method}\n}` });
  return found(classes).interfaces;
}

function found(
  classes: ReadonlyMap<string, Uint8Array>,
  isReflected = (_: string) => true,
  differing: ReadonlySet<string> = new Set(),
) {
  const source: ClassSource = {
    origin: 'application',
    label: 'test',
    names: () => classes.keys(),
    read: (name) => classes.get(name),
  };
  const hierarchy = classHierarchy([source, theJdk()]);
  const { methods } = scanProgram([...classes.values()].map((bytes) => readClassFile(bytes)));
  const made = proxies(methods, hierarchy, isReflected, () => true, differing);
  return { ...made, interfaces: made.classes.flatMap(({ interfaces }) => interfaces).sort() };
}

const newProxy = (types: string): string => `return Proxy.newProxyInstance(loader, ${types}, handler);`;

test.each([
  ['none', 'static Object m() { return null; }', []],
  [
    'those of an array',
    `static Object m() { ${newProxy('new Class<?>[] { A.class, C.class }')} }`,
    ['A', 'C'],
  ],
  [
    'of the class library',
    `static Object m() { ${newProxy('new Class<?>[] { Runnable.class }')} }`,
    ['java/lang/Runnable'],
  ],
  [
    'of either array',
    `static Object m(boolean b) { Class<?>[] t = { C.class }; if (b) t = new Class<?>[] { A.class }; ${newProxy('t')} }`,
    ['A', 'C'],
  ],
  [
    'of a local variable',
    `static Object m() { Class<?> t = C.class; Class<?>[] all = new Class<?>[1]; all[0] = t; ${newProxy('all')} }`,
    ['C'],
  ],
  [
    'of a loader taken from a class that is none of them',
    'static Object m() { return Proxy.newProxyInstance(B.class.getClassLoader(), new Class<?>[] { C.class }, handler); }',
    ['C'],
  ],
  ['a collection that is named', `static Object m() { ${newProxy('new Class<?>[] { D.class }')} }`, ['D']],
  ['a parameter', `static Object m(Class<?> t) { ${newProxy('new Class<?>[] { t }')} }`, ['A', 'B', 'C']],
  [
    'a field',
    `static Class<?> field; static Object m() { ${newProxy('new Class<?>[] { field }')} }`,
    ['A', 'B', 'C'],
  ],
  [
    'what other code says',
    `static Object m(Object o) { ${newProxy('o.getClass().getInterfaces()')} }`,
    ['A', 'B', 'C'],
  ],
  [
    'what goes through a collection',
    `static Object m() { ${newProxy('new Class<?>[] { (Class<?>) java.util.List.of(C.class).get(0) }')} }`,
    ['A', 'B', 'C'],
  ],
  [
    'an array that other code is given',
    `static Object m() { Class<?>[] t = { C.class }; make(t); ${newProxy('t')} }`,
    ['A', 'B', 'C'],
  ],
  [
    'by a subclass of Proxy',
    'static abstract class Own extends Proxy { Own(InvocationHandler h) { super(h); } } static Object m() { return Own.newProxyInstance(loader, new Class<?>[] { C.class }, handler); }',
    ['C'],
  ],
  [
    'by a method reference',
    'static java.util.function.BiFunction<ClassLoader, Class<?>[], Class<?>> m() { return Proxy::getProxyClass; }',
    ['A', 'B', 'C'],
  ],
  [
    'proxies of a method handle',
    'static Object m(MethodHandle h) { return MethodHandleProxies.asInterfaceInstance(C.class, h); }',
    ['C'],
  ],
  [
    'function objects by hand',
    `static Object m(MethodHandles.Lookup l, MethodType t, MethodHandle h) throws Exception {
      return LambdaMetafactory.metafactory(l, "a", MethodType.methodType(C.class, A.class), t, h, t); }`,
    ['C'],
  ],
  [
    'function objects whose interface comes from elsewhere: those that somebody names',
    `static Class<?> named = A.class; static Object m(MethodHandles.Lookup l, MethodType t, MethodHandle h) throws Exception {
      return LambdaMetafactory.altMetafactory(l, "a", t, t, h, t, 0); }`,
    ['A'],
  ],
  [
    'function objects by a method reference',
    `interface Make { CallSite make(MethodHandles.Lookup l, String n, MethodType f, MethodType t, MethodHandle h, MethodType d) throws Exception; }
    static Class<?> named = A.class; static Make m() { return LambdaMetafactory::metafactory; }`,
    ['A'],
  ],
  [
    'proxies that are read',
    `static class Own implements InvocationHandler, java.io.Serializable { public Object invoke(Object p, Method m, Object[] a) { return null; } }
    static Object m(java.io.ObjectInputStream in) throws Exception { return in.readUnshared(); }`,
    ['A', 'B', 'C'],
  ],
  [
    'proxies that are read, with a lambda expression',
    `static InvocationHandler own = (InvocationHandler & java.io.Serializable) (p, m, a) -> null;
    static Object m(java.security.SignedObject o) throws Exception { return o.getObject(); }`,
    ['A', 'B', 'C'],
  ],
  [
    'handlers that no stream has',
    `static class Own implements InvocationHandler { public Object invoke(Object p, Method m, Object[] a) { return null; } }
    static Object m(java.io.ObjectInput in) throws Exception { return in.readObject(); }`,
    [],
  ],
  [
    'annotations that are read',
    '@interface Read { String[] names(); } static Object m(Class<?> t) { return t.getAnnotations(); }',
    ['P$Read'],
  ],
  [
    'annotations that are read by a method reference',
    '@interface Read { } static java.util.function.Function<Method, Object> m() { return Method::getDefaultValue; }',
    ['P$Read'],
  ],
  [
    'annotations that nobody reads',
    '@interface Read { } static Object m(Class<?> t) { return t.getName(); }',
    [],
  ],
  [
    'properties of managed beans',
    `interface Given { java.util.List<String> getItems(); boolean isFull(); } interface More extends Given { }
    interface Closed { int getSize(); void close(); } interface Indexed { int getSize(int of); }
    static Object m() throws Exception { return new javax.management.ObjectName("a:b=c"); }`,
    ['P$Given', 'P$More'],
  ],
  [
    'stubs of remote objects',
    'interface Far extends java.rmi.Remote { } static Object m() throws Exception { return java.rmi.Naming.lookup("far"); }',
    ['P$Far'],
  ],
])('interfaces of proxies: %s', (_, method, interfaces) => {
  expect(proxied(method)).toEqual(interfaces);
});

test.each([
  'javax.management.MBeanServerInvocationHandler.newProxyInstance(null, null, C.class, false)',
  'java.beans.EventHandler.create(C.class, "", "more")',
  '((javax.script.Invocable) null).getInterface(C.class)',
  '((javax.script.Invocable) null).getInterface("", C.class)',
  'javax.management.JMX.newMBeanProxy(null, null, C.class)',
  'javax.management.JMX.newMXBeanProxy(null, null, C.class)',
])('the class library makes proxies: %s', (call) => {
  expect(proxied(`static Object m() throws Exception { return ${call}; }`)).toEqual(['C']);
});

test.each([
  'Class.class.getAnnotation(Read.class)',
  'Class.class.getAnnotationsByType(Read.class)',
  'Class.class.getDeclaredAnnotation(Read.class)',
  'Class.class.getDeclaredAnnotations()',
  'Class.class.getDeclaredAnnotationsByType(Read.class)',
  '((Executable) null).getParameterAnnotations()',
  '((Method) null).getDefaultValue()',
])('annotations are proxies: %s', (call) => {
  expect(proxied(`@interface Read { } static Object m() { return ${call}; }`)).toEqual(['P$Read']);
});

test.each([
  'java.rmi.server.UnicastRemoteObject.exportObject(null, 0)',
  'java.rmi.server.RemoteObject.toStub(null)',
  'new java.rmi.server.UnicastRemoteObject() { }',
  'java.rmi.registry.LocateRegistry.getRegistry().lookup("far")',
  'new javax.naming.InitialContext().lookupLink("far")',
])('stubs of remote objects are proxies: %s', (call) => {
  expect(
    proxied(
      `interface Far extends java.rmi.Remote { } static Object m() throws Exception { return ${call}; }`,
    ),
  ).toContain('P$Far');
});

/** Of `C`, or of what is in a field. */
function proxiedByField(type: string, value: string, constant: string): readonly string[] {
  return proxied(
    `static ${type} field; static Object m(boolean b) { ${newProxy(`b ? ${constant} : ${value}`)} }`,
  );
}

test.each(['Object', 'java.io.Serializable', 'AnnotatedElement', 'GenericDeclaration', 'Type'])(
  'a class may be in a field of type %s, and an array of classes in an array of them',
  (type) => {
    const constant = 'new Class<?>[] { C.class }';
    expect(proxiedByField(type, 'new Class<?>[] { (Class<?>) field }', constant)).toEqual(['A', 'B', 'C']);
    expect(proxiedByField(`${type}[]`, '(Class<?>[]) field', constant)).toEqual(['A', 'B', 'C']);
  },
);

test.each(['Object', 'Cloneable', 'java.io.Serializable'])(
  'an array of classes may be in a field of type %s',
  (type) => {
    expect(proxiedByField(type, '(Class<?>[]) field', 'new Class<?>[] { C.class }')).toEqual(['A', 'B', 'C']);
  },
);

test('ports of web services, also where the library is that of a server', () => {
  const classes = compile({
    'Service.java':
      'package javax.xml.ws; public class Service { public <T> T getPort(Class<T> type) { return null; } }',
    'P.java': `${start} static class Own extends javax.xml.ws.Service { } static Object m(Own own) { return own.getPort(C.class); } }`,
  });
  const own = [...classes].filter(([name]) => !name.startsWith('javax'));
  for (const program of [classes, new Map(own)]) expect(found(program).interfaces).toEqual(['C']);
});

test('code of a class of which there are several names what it may, as one of them may be another', () => {
  const classes = compile({
    'P.java': `${start} static Object m() { ${newProxy('new Class<?>[] { A.class }')} } static Class<?> other() { return C.class; } }`,
  });
  expect(found(classes, () => false).interfaces).toEqual(['A']);
  expect(found(classes, () => false, new Set(['P'])).interfaces).toEqual(['A', 'C']);
});

test('what reflection does not find has a class constant somewhere', () => {
  const classes = compile({
    'P.java': `${start} static Object m(Class<?> t) { ${newProxy('new Class<?>[] { t }')} } static Class<?> other() { return A.class; } }`,
  });
  expect(found(classes, () => false).interfaces).toEqual(['A']);
  expect(found(classes, (name) => name === 'C').interfaces).toEqual(['A', 'C']);
});

test('an object says which interfaces it has, whatever reflection does', () => {
  const making = `${start} static Object m(Object o) { ${newProxy('o.getClass().getInterfaces()')} }`;
  const interfacesWith = (members: string) =>
    found(compile({ 'P.java': `${making} ${members} }` }), () => false).interfaces;
  expect(interfacesWith('static class Own implements C { }')).toEqual(['C']);
  const notAsked = `${start} static Object m(Class<?> t) { ${newProxy('new Class<?>[] { t }')} } static class Own implements C { } }`;
  expect(found(compile({ 'P.java': notAsked }), () => false).interfaces).toEqual([]);
  expect(interfacesWith('static abstract class Own implements B { }')).toEqual(['A', 'B']);
  expect(interfacesWith('interface D extends C { void d(); } static D d = () -> { };')).toEqual(['C', 'P$D']);
});

test('a proxy has all methods of its interface, and those above it', () => {
  const classes = compile({
    'P.java': `${start} static Object m() { ${newProxy('new Class<?>[] { B.class }')} } }`,
  });
  const { hierarchy } = found(classes);
  const [name, ...others] = hierarchy.programSubtypes('B');
  expect(others).toEqual([]);
  expect(hierarchy.isSubtype(name!, 'A')).toBe(true);
  expect(hierarchy.classFile(name!)!.methods.map((method) => `${method.name}${method.descriptor}`)).toEqual([
    '<init>()V',
    'a()V',
    'more([IDLjava/lang/String;)J',
    'compareTo(Ljava/lang/Object;)I',
  ]);
});
