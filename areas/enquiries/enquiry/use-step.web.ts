import type { Endpoint, OutputOf } from '@aangan/contract/endpoint.ts';
import { type CommandState, useCommand } from '@aangan/web/api/use-command.ts';
import { notice } from '@aangan/web/ui/notices.tsx';

type Done<E extends Endpoint> = string | ((output: OutputOf<E>) => string);

const say = <E extends Endpoint>(done: Done<E>, output: OutputOf<E>) =>
  notice.ok(typeof done === 'string' ? done : done(output));

/** A command behind one press: says what was done, or why it was not. */
export const useStep = <E extends Endpoint>(
  of: E,
  done: Done<E>,
  refresh: readonly string[] = [],
): CommandState<E> =>
  useCommand(of, {
    refresh,
    onDone: (output) => say(done, output),
    onError: (error) => notice.error(error),
  });

/** The command of a dialog: says what was done and closes it. A refusal is shown in the dialog. */
export const useDialogStep = <E extends Endpoint>(
  of: E,
  done: Done<E>,
  { onClose, refresh = [] }: { onClose: () => void; refresh?: readonly string[] },
): CommandState<E> =>
  useCommand(of, {
    refresh,
    onDone: (output) => {
      say(done, output);
      onClose();
    },
  });
