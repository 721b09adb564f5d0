package library;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

final class Lock_UnlockUnowned {
    static final class Violates {
        public static void main(String[] arguments) throws InterruptedException {
            Lock lock = new ReentrantLock();
            lock.lock();
            lock.unlock();
            try {
                lock.unlock(); // Lock_UnlockUnowned: 1
            } catch (IllegalMonitorStateException expected) {
                System.out.println("not held");
            }
            lock.lock();
            Thread other = new Thread(() -> {
                try {
                    lock.unlock(); // Lock_UnlockUnowned: 1
                } catch (IllegalMonitorStateException expected) {
                    System.out.println("held by another thread");
                }
            });
            other.start();
            other.join();
            lock.unlock();
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws InterruptedException {
            Lock lock = new ReentrantLock();
            lock.lock();
            System.out.println(lock.tryLock());
            lock.unlock();
            lock.unlock();
            Thread other = new Thread(() -> {
                lock.lock();
                lock.unlock();
            });
            other.start();
            other.join();
            Gate gate = new Gate();
            gate.enter();
            gate.unlock();
        }
    }

    /** It locks itself in a way of its own. */
    static final class Gate extends ReentrantLock {
        void enter() {
            super.lock();
        }
    }
}
