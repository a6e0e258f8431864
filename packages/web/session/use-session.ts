import { createContext, useContext } from 'react';
import { franchiseeLabel } from '../format.ts';

export interface SessionRole {
  id: number;
  role: string;
  description?: string | null | undefined;
}

export interface SessionFranchisee {
  id: number;
  companyName: string;
}

export interface SessionYear {
  id: number;
  academicYear: string;
}

export interface SessionMe {
  id: number | string;
  firstName: string;
  lastName: string;
  email: string | null;
  franchisee: SessionFranchisee | null;
  superAdmin: boolean;
  modulesAuth: readonly string[];
  roles: readonly SessionRole[];
}

/** Who is signed in and for what they work. Hints for the screen only: the server decides on every call. */
export interface Session {
  me: SessionMe | null;
  superAdmin: boolean;
  /** Has children of the own here: a parent, or somebody of the staff who is one too. */
  family: boolean;
  /** `{id: 0, role: 'All roles'}` when none was picked. */
  role: SessionRole | null;
  /** Null = none chosen or 'Select All'. */
  franchisee: SessionFranchisee | null;
  academicYear: SessionYear | null;
  /** Every centre the user may choose. */
  centres: readonly SessionFranchisee[];
  /** Whether a role holds the module, with `write` also the change right. */
  holds: (module: string | readonly string[], write?: boolean) => boolean;
}

const nobody: Session = {
  me: null,
  superAdmin: false,
  family: false,
  role: null,
  franchisee: null,
  academicYear: null,
  centres: [],
  holds: () => false,
};

export const SessionContext = createContext<Session>(nobody);

/** The session of this tab. */
export const useSession = (): Session => useContext(SessionContext);

/** "(014) Andheri · 2026-2027"; what is not chosen is left out. */
export function contextLine(session: Session, kind: 'centre' | 'centre-year'): string | null {
  const parts = [
    session.franchisee ? franchiseeLabel(session.franchisee.id, session.franchisee.companyName) : null,
    kind === 'centre-year' ? (session.academicYear?.academicYear ?? null) : null,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(' · ') : null;
}
