import type { Endpoint, OutputOf } from '@aangan/contract/endpoint.ts';
import { type CommandState, useCommand } from '@aangan/web/api/use-command.ts';
import { notice } from '@aangan/web/ui/notices.tsx';

/** A command behind one press: says what was done, or why it was not. */
export const useStep = <E extends Endpoint>(
  of: E,
  done: string | ((output: OutputOf<E>) => string),
  refresh: readonly string[] = [],
): CommandState<E> =>
  useCommand(of, {
    refresh,
    onDone: (output) => notice.ok(typeof done === 'string' ? done : done(output)),
    onError: (error) => notice.error(error),
  });
