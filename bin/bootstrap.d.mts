/** Installs what is missing and runs a script of the repository with a Node that reads TypeScript. */
export function handOver(
  script: string,
  firstArgs?: readonly string[],
  nodeFlags?: readonly string[],
): Promise<void>;
/** Node's flags for the process of the server. */
export const SERVER_FLAGS: readonly string[];
/** Calls back when the npm that runs this process is gone. */
export function onParentGone(callback: () => void): void;
