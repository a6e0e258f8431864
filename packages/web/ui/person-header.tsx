import { Avatar } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './person-header.module.css';

export interface PersonHeaderProps {
  name: string;
  photoUrl?: string | null | undefined;
  /** Key facts in one line: class, code, mobile. */
  facts?: readonly { label: string; value: ReactNode }[];
  state?: ReactNode;
  actions?: ReactNode;
}

/** Head of a 360° view: photo or initials, name, state, key facts, actions. */
export function PersonHeader({ name, photoUrl, facts = [], state, actions }: PersonHeaderProps) {
  return (
    <div className={classes.head}>
      <Avatar src={photoUrl ?? null} name={name} color="brand" size={56} radius="xl" alt="" />
      <div className={classes.words}>
        <h2 className={classes.name}>
          {name}
          {state}
        </h2>
        {facts.length > 0 && (
          <ul className={classes.facts}>
            {facts.map((fact) => (
              <li key={fact.label}>
                {fact.label} <b>{fact.value}</b>
              </li>
            ))}
          </ul>
        )}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}
