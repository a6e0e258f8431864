import type { ApiError } from '@aangan/web/api/api-error.ts';
import { toApiError } from '@aangan/web/api/api-error.ts';
import { call } from '@aangan/web/api/call.ts';
import { useEffect, useState } from 'react';
import { roleContract } from './role.contract.ts';
import { isEmptyDelta, type RoleDelta, type RoleEffect } from './role-delta.ts';

/** What a change would do, asked of the server a moment after the last tick; null while nothing is changed. */
export function useRoleEffect(
  roleId: number,
  delta: RoleDelta,
): { effect: RoleEffect | null; error: ApiError | null; asking: boolean } {
  const text = JSON.stringify(delta);
  const [state, setState] = useState<{ of: string; effect: RoleEffect | null; error: ApiError | null }>({
    of: '',
    effect: null,
    error: null,
  });
  const empty = isEmptyDelta(delta);
  useEffect(() => {
    if (empty) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      call(roleContract.effect, { roleId, delta: JSON.parse(text) as RoleDelta }, { signal: stop.signal })
        .then((effect) => setState({ of: text, effect, error: null }))
        .catch((error: unknown) => {
          if (!stop.signal.aborted) setState({ of: text, effect: null, error: toApiError(error) });
        });
    }, 350);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [roleId, text, empty]);
  if (empty) return { effect: null, error: null, asking: false };
  return { effect: state.effect, error: state.of === text ? state.error : null, asking: state.of !== text };
}
