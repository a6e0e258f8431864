import type { SessionRole } from '@aangan/web/session/use-session.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Select } from '@mantine/core';
import { useState } from 'react';
import { chooseContext } from '../session-context.ts';
import { ALL_ROLES, useShell } from '../session-state.ts';
import { viewing } from '../view-as.ts';
import classes from './frame.module.css';

/**
 * The active role: a choice for users with several, a chip for those with one; super admins have none (specification 2).
 * A failure leaves the old one.
 */
export function RoleSelect({ width }: { width: number | string }) {
  const { me, role } = useShell();
  const [changing, setChanging] = useState(false);
  if (!me || me.superAdmin || viewing()) return null;
  const [only] = me.roles;
  if (!only) return null;
  if (me.roles.length === 1)
    return (
      <span className={classes.chip} title={nameOf(only)} data-role-select>
        {nameOf(only)}
      </span>
    );
  const roles = [...me.roles].sort((a, b) => nameOf(a).localeCompare(nameOf(b)));
  const choose = (id: string | null) => {
    if (id === null || Number(id) === role.id) return;
    setChanging(true);
    chooseContext({ roleID: Number(id) })
      .catch((error: unknown) => notice.error(error))
      .finally(() => setChanging(false));
  };
  return (
    <Select
      aria-label="Role"
      data-role-select
      w={width}
      data={[ALL_ROLES, ...roles].map((one) => ({ value: String(one.id), label: nameOf(one) }))}
      value={String(role.id)}
      onChange={choose}
      allowDeselect={false}
      disabled={changing}
      comboboxProps={{ width: 240, position: 'bottom-end', shadow: 'md' }}
    />
  );
}

/** 'Marketing Head', as the right drawer says it; the code MARKETING_HEAD is for files. */
const nameOf = ({ description, role }: SessionRole): string => description || role;
