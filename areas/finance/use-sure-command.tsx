import type { Endpoint, InputOf, OutputOf } from '@aangan/contract/endpoint.ts';
import type { ApiError } from '@aangan/web/api/api-error.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useRef } from 'react';

/** A command for ConfirmDialog: rejects with the server's refusal, so the dialog stays open and shows it. */
export function useSureCommand<E extends Endpoint>(
  endpoint: E,
  options: { refresh?: readonly string[]; onDone?: (output: OutputOf<E>) => void } = {},
) {
  const failed = useRef<ApiError | null>(null);
  const command = useCommand(endpoint, {
    ...options,
    onError: (error) => {
      failed.current = error;
    },
  });
  return async (input: InputOf<E>, version?: number): Promise<OutputOf<E>> => {
    failed.current = null;
    const output = await command.run(input, version === undefined ? {} : { ifMatch: version });
    if (output === null) throw failed.current ?? new Error('This did not work. Try again.');
    return output;
  };
}
