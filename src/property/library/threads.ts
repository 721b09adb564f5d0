/** Threads, locks, executors and hooks. Each text is a `.mop` file of its own. */
export const threadProperties: Readonly<Record<string, string>> = {
  Thread_StartOnce: `
/**
 * A thread can be started once.
 *
 * @severity error
 * @precision high
 * @consequence The second start() throws IllegalThreadStateException. A thread of the program's own whose start() may be
 *   called again is reported, too.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/lang/Thread.html#start()
 * @group threads
 * @wrong
 *   worker.start(); worker.join(); worker.start();
 * @right
 *   worker.start(); worker.join(); new Thread(task).start();
 */
Thread_StartOnce(Thread t) {
  event start before(Thread t) : call(* Thread+.start()) && target(t) { }
  // What a builder of threads, a nested type of JDK 21, starts, was started.
  event start after() returning(Thread t) :
    call(Thread Thread.startVirtualThread(..)) || call(Thread java.lang.Thread.*+.start(..)) { }

  ere : start start+

  @match { System.err.println("the thread was started again"); }
}`,

  Thread_SetDaemonBeforeStart: `
/**
 * setDaemon() must come before start().
 *
 * @severity error
 * @precision high
 * @consequence setDaemon() throws IllegalThreadStateException while the thread runs.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/lang/Thread.html#setDaemon(boolean)
 * @group threads
 * @wrong
 *   worker.start(); worker.setDaemon(true);
 * @right
 *   worker.setDaemon(true); worker.start();
 */
Thread_SetDaemonBeforeStart(Thread t) {
  creation event start after(Thread t) returning : call(* Thread+.start()) && target(t) { }
  creation event start after() returning(Thread t) :
    call(Thread Thread.startVirtualThread(..)) || call(Thread java.lang.Thread.*+.start(..)) { }
  event setdaemon before(Thread t) : call(* Thread+.setDaemon(..)) && target(t) { }

  ere : start (start | setdaemon)* setdaemon

  @match { System.err.println("setDaemon() was called after the thread was started"); }
}`,

  Thread_RunCalledDirectly: `
/**
 * run() of a thread, called directly, does not start the thread.
 *
 * @severity warning
 * @precision high
 * @consequence The work is done by the calling thread, which waits for it; that of a virtual thread by nobody.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/lang/Thread.html#run()
 * @group threads
 * @wrong
 *   new Thread(task).run();
 * @right
 *   new Thread(task).start();
 */
Thread_RunCalledDirectly() {
  event run before() : call(void Thread+.run()) && target(Thread) && !within(Thread+) {
    System.err.println("run() of a thread was called directly");
  }
}`,

  ShutdownHook_PrematureStart: `
/**
 * A thread that is registered as a shutdown hook must not be started by the program.
 *
 * @severity error
 * @precision high
 * @consequence The virtual machine cannot start it again when it shuts down: the hook does not run, nor do others, or not to
 *   their end.
 * @report immediately
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/lang/Runtime.html#addShutdownHook(java.lang.Thread)
 * @group threads
 * @wrong
 *   Runtime.getRuntime().addShutdownHook(cleaner); cleaner.start();
 * @right
 *   Runtime.getRuntime().addShutdownHook(cleaner);
 */
ShutdownHook_PrematureStart(Thread t) {
  creation event register after(Thread t) returning : call(* Runtime+.addShutdownHook(..)) && args(t) { }
  event unregister after(Thread t) returning : call(* Runtime+.removeShutdownHook(..)) && args(t) { }
  event start before(Thread t) : call(* Thread+.start()) && target(t) { }

  fsm :
    unregistered [ register -> registered unregister -> unregistered start -> unregistered ]
    registered [ register -> registered unregister -> unregistered start -> err ]
    err [ register -> registered unregister -> unregistered start -> err ]

  @err { System.err.println("a shutdown hook was started by the program"); }
}`,

  ShutdownHook_SystemExit: `
/**
 * A shutdown hook must not call System.exit().
 *
 * @severity error
 * @precision high
 * @consequence The virtual machine never ends: exit() waits for the hooks, and the hook waits for exit().
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/lang/Runtime.html#addShutdownHook(java.lang.Thread)
 * @group threads
 * @wrong
 *   Runtime.getRuntime().addShutdownHook(new Thread(() -> System.exit(1)));
 * @right
 *   Runtime.getRuntime().addShutdownHook(new Thread(() -> log.close()));
 */
ShutdownHook_SystemExit(Thread t) {
  creation event register after(Thread t) returning : call(* Runtime+.addShutdownHook(..)) && args(t) { }
  event unregister after(Thread t) returning : call(* Runtime+.removeShutdownHook(..)) && args(t) { }
  event exit before(Thread t) : (call(* System.exit(..)) || call(* Runtime+.exit(..))) && thread(t) { }

  fsm :
    unregistered [ register -> registered unregister -> unregistered exit -> unregistered ]
    registered [ register -> registered unregister -> unregistered exit -> err ]
    err [ register -> registered unregister -> unregistered exit -> err ]

  @err { System.err.println("System.exit() was called by a shutdown hook"); }
}`,

  ExecutorService_SubmitAfterShutdown: `
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledExecutorService;

/**
 * No task may be given to an executor that was shut down.
 *
 * @severity error
 * @precision high
 * @consequence The call throws RejectedExecutionException, or the task is dropped. An executor of the program's own that goes
 *   on behind shutdown() is reported, too.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/concurrent/ExecutorService.html#shutdown()
 * @group threads
 * @wrong
 *   pool.shutdown(); pool.submit(task);
 * @right
 *   pool.submit(task); pool.shutdown();
 */
ExecutorService_SubmitAfterShutdown(ExecutorService e) {
  creation event shutdown after(ExecutorService e) returning :
    (call(* ExecutorService+.shutdown()) || call(* ExecutorService+.shutdownNow()) || call(* ExecutorService+.close()))
      && target(e) { }
  // The common pool cannot be shut down: no word of the formula has this event.
  creation event common after() returning(ExecutorService e) : call(* ForkJoinPool.commonPool()) { }
  event submit before(ExecutorService e) :
    (call(* Executor+.execute(..)) || call(* ExecutorService+.submit(..)) || call(* ExecutorService+.invoke*(..))
      || call(* ScheduledExecutorService+.schedule*(..)) || call(* ForkJoinPool+.externalSubmit(..))
      || call(* ForkJoinPool+.lazySubmit(..)) || call(* ForkJoinPool+.submitWithTimeout(..))) && target(e) { }

  ere : shutdown (shutdown | submit)* submit

  @match { System.err.println("a task was given to an executor that was shut down"); }
}`,

  Timer_ScheduleAfterCancel: `
import java.util.Timer;

/**
 * No task may be scheduled with a timer that was cancelled.
 *
 * @severity error
 * @precision high
 * @consequence schedule() throws IllegalStateException.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/Timer.html#cancel()
 * @group threads
 * @wrong
 *   timer.cancel(); timer.schedule(task, 1000);
 * @right
 *   timer.cancel(); timer = new Timer(); timer.schedule(task, 1000);
 */
Timer_ScheduleAfterCancel(Timer t) {
  creation event cancel after(Timer t) returning : call(* Timer+.cancel()) && target(t) { }
  event schedule before(Timer t) : call(* Timer+.schedule*(..)) && target(t) { }

  ere : cancel (cancel | schedule)* schedule

  @match { System.err.println("a task was scheduled with a timer that was cancelled"); }
}`,

  Lock_UnlockUnowned: `
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A thread must not unlock a reentrant lock that it does not hold.
 *
 * @severity error
 * @precision high
 * @consequence unlock() throws IllegalMonitorStateException. Locks that the program makes are looked at;
 *   a thread that locked one three times is trusted from then on.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/concurrent/locks/ReentrantLock.html#unlock()
 * @group threads
 * @wrong
 *   try { if (!lock.tryLock()) return; work(); } finally { lock.unlock(); }
 * @right
 *   if (!lock.tryLock()) return; try { work(); } finally { lock.unlock(); }
 */
Lock_UnlockUnowned(Lock l, Thread t) {
  creation event create after() returning(Lock l) : call(ReentrantLock.new(..)) { }
  event lock after(Lock l, Thread t) returning :
    (call(void Lock+.lock()) || call(void Lock+.lockInterruptibly())) && target(l) && thread(t) { }
  event lock after(Lock l, Thread t) returning(boolean b) :
    call(boolean Lock+.tryLock(..)) && target(l) && thread(t) && condition(b) { }
  event unlock before(Lock l, Thread t) : call(* Lock+.unlock()) && target(l) && thread(t) { }

  fsm :
    free [ create -> free lock -> once unlock -> unowned ]
    once [ create -> once lock -> twice unlock -> free ]
    twice [ create -> twice lock -> many unlock -> once ]
    many [ create -> many lock -> many unlock -> many ]
    unowned [ create -> unowned lock -> once unlock -> unowned ]

  @unowned { System.err.println("unlock() was called by a thread that does not hold the lock"); }
}`,

  Object_MonitorOwner: `
/**
 * wait(), notify() and notifyAll() may be called only while holding the object's monitor.
 *
 * @severity error
 * @precision high
 * @consequence The call throws IllegalMonitorStateException.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/lang/Object.html#notify()
 * @group threads
 * @wrong
 *   queue.notifyAll();
 * @right
 *   synchronized (queue) { queue.notifyAll(); }
 */
Object_MonitorOwner() {
  event unowned before(Object o) :
    (call(* Object+.notify()) || call(* Object+.notifyAll()) || call(* Object+.wait()) || call(* Object+.wait(long))
      || call(* Object+.wait(long, int))) && target(o)
      && condition(!Thread.holdsLock(o)) {
    System.err.println("wait(), notify() or notifyAll() was called without holding the monitor");
  }
}`,

  StringBuilder_ThreadSafe: `
/**
 * A StringBuilder must not be used by several threads.
 *
 * @severity warning
 * @precision medium
 * @consequence Characters are lost or mixed up, or ArrayIndexOutOfBoundsException is thrown. A builder that is
 *   handed over to another thread with proper synchronization is reported too.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/lang/StringBuilder.html
 * @group threads
 * @wrong
 *   StringBuilder text = new StringBuilder(); parallel(() -> text.append("x"));
 * @right
 *   StringBuffer text = new StringBuffer(); parallel(() -> text.append("x"));
 */
StringBuilder_ThreadSafe(StringBuilder b) {
  Thread owner;

  event safe before(StringBuilder b, Thread t) :
    call(* StringBuilder.*(..)) && target(b) && thread(t) && condition(owner == null || owner == t) { owner = t; }
  event unsafe before(StringBuilder b, Thread t) :
    call(* StringBuilder.*(..)) && target(b) && thread(t) && condition(owner != null && owner != t) { }

  ere : (safe | unsafe)* unsafe

  @match { System.err.println("a StringBuilder was used by a second thread"); }
}`,

  SimpleDateFormat_ThreadSafe: `
import java.text.DateFormat;
import java.text.Format;

/**
 * A date format must not be used by several threads.
 *
 * @severity error
 * @precision medium
 * @consequence Wrong dates without an exception. A format that is always locked is reported too.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/text/SimpleDateFormat.html
 * @group threads, text
 * @wrong
 *   static final DateFormat FORMAT = new SimpleDateFormat("yyyy-MM-dd");
 * @right
 *   static final DateTimeFormatter FORMAT = DateTimeFormatter.ISO_LOCAL_DATE;
 */
SimpleDateFormat_ThreadSafe(DateFormat f) {
  Thread owner;

  event safe before(DateFormat f, Thread t) :
    (call(* Format+.format*(..)) || call(* Format+.parse*(..)) || call(* DateFormat+.set*(..))
      || call(* DateFormat+.apply*(..))) && target(f) && thread(t) && condition(owner == null || owner == t) { owner = t; }
  event unsafe before(DateFormat f, Thread t) :
    (call(* Format+.format*(..)) || call(* Format+.parse*(..)) || call(* DateFormat+.set*(..))
      || call(* DateFormat+.apply*(..))) && target(f) && thread(t) && condition(owner != null && owner != t) { }

  ere : (safe | unsafe)* unsafe

  @match { System.err.println("a date format was used by a second thread"); }
}`,

  ServiceLoader_MultipleConcurrentThreads: `
import java.util.ServiceLoader;

/**
 * A service loader must not be used by several threads.
 *
 * @severity warning
 * @precision medium
 * @consequence Providers are missing, or loaded twice.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/ServiceLoader.html
 * @group threads
 * @wrong
 *   static final ServiceLoader<Codec> CODECS = ServiceLoader.load(Codec.class);
 * @right
 *   List<Codec> codecs = new ArrayList<>(); ServiceLoader.load(Codec.class).forEach(codecs::add);
 */
ServiceLoader_MultipleConcurrentThreads(ServiceLoader s) {
  Thread owner;

  creation event create after(Thread t) returning(ServiceLoader s) : call(* ServiceLoader.load*(..)) && thread(t) {
    owner = t;
  }
  event gooduse before(ServiceLoader s, Thread t) :
    (call(* ServiceLoader.iterator()) || call(* ServiceLoader.reload()) || call(* ServiceLoader.stream())
      || call(* ServiceLoader.findFirst()) || call(* ServiceLoader.forEach(..)) || call(* ServiceLoader.spliterator()))
      && target(s) && thread(t) && condition(owner == t) { }
  event baduse before(ServiceLoader s, Thread t) :
    (call(* ServiceLoader.iterator()) || call(* ServiceLoader.reload()) || call(* ServiceLoader.stream())
      || call(* ServiceLoader.findFirst()) || call(* ServiceLoader.forEach(..)) || call(* ServiceLoader.spliterator()))
      && target(s) && thread(t) && condition(owner != t) { }

  ere : create (create | gooduse | baduse)* baduse

  @match { System.err.println("a service loader was used by a second thread"); }
}`,
};
