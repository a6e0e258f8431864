import { type ReactElement, type ReactNode, useCallback } from 'react';
import { useNavigate } from 'react-router';

/** Something a user can do: a place to go or a thing to run. Menus, primary actions and rows all take it. */
export interface Action {
  label: string;
  to?: string | undefined;
  run?: (() => unknown) | undefined;
  icon?: ReactElement | undefined;
  danger?: boolean | undefined;
  hidden?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Why it is disabled or what it does, as a tooltip. */
  hint?: ReactNode;
}

/** Runs an action: goes to its place or calls it. */
export function useAction(): (action: Action) => void {
  const navigate = useNavigate();
  return useCallback(
    (action: Action) => {
      if (action.to !== undefined) void navigate(action.to);
      else void action.run?.();
    },
    [navigate],
  );
}
