import { type ReactElement, type ReactNode, useCallback } from 'react';
import { useNavigate } from 'react-router';

/** Something a user can do: a place to go or a thing to run. Menus, primary actions and rows all take it. */
export interface Deed {
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

/** Runs a deed: goes to its place or calls it. */
export function useDeed(): (deed: Deed) => void {
  const navigate = useNavigate();
  return useCallback(
    (deed: Deed) => {
      if (deed.to !== undefined) void navigate(deed.to);
      else void deed.run?.();
    },
    [navigate],
  );
}
