import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/** How long one waits for the others, in milliseconds. */
const mostWait = 300_000;

/**
 * Runs `action` while no other process does so with this lock: a file with the process id of its owner, in a folder
 * that is there. The lock of an owner that is dead is removed, by whoever has the claim on that owner: otherwise the
 * later of two that found it dead would remove the lock that the earlier one has by then.
 *
 * @throws Error when others hold the lock for five minutes
 */
export async function withLock(lock, action) {
  for (const end = Date.now() + mostWait; !isMade(lock); ) {
    const owner = ownerOf(lock);
    if (owner !== undefined && !isAlive(owner)) removeLockOf(owner, lock);
    if (Date.now() > end) throw new Error(`another process holds ${lock}: remove it if none is running`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  try {
    return await action();
  } finally {
    rmSync(lock);
  }
}

function removeLockOf(owner, lock) {
  const claim = `${lock}-of-${owner}`;
  if (!isMade(claim)) return;
  if (ownerOf(lock) === owner) rmSync(lock);
  rmSync(claim);
}

/** Makes the file, with the id of this process; false when it is there. */
function isMade(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** The process id in a lock; undefined when the lock is gone, or its owner has yet to write it. */
function ownerOf(lock) {
  try {
    return Number(readFileSync(lock, 'utf8')) || undefined;
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function isAlive(owner) {
  try {
    process.kill(owner, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
