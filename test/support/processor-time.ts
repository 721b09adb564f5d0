/** Milliseconds of processor time that this process has used: unlike the clock, what else the machine does hardly changes it. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
