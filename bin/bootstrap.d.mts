/** Installs what is missing and runs a script of the repository with a Node that reads TypeScript. */
export function handOver(script: string, firstArgs?: readonly string[]): Promise<void>;
/** Calls back when the npm that runs this process is gone. */
export function onParentGone(callback: () => void): void;
