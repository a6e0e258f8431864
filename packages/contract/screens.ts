import type { ModuleGate } from './endpoint.ts';
import { nounOf } from './noun.ts';
import type { PagePolicy } from './page-policy.ts';
import type { AnyRecord } from './record.ts';

/** One bookmarked path of the specification: what opens there and for whom. The guard, the menu and the rights read it. */
export interface Screen {
  /** Spelled as in routes.tsv: `/transport/vendors/{vendorID}/edit`, `{x?}` is optional. */
  path: string;
  title: string;
  /** The module, or several of which any one opens it; `openModules.anyone` = public, `openModules.signedIn` = everyone. */
  module: ModuleGate;
  /** A further list that must pass too (the specification's levels). */
  level?: ModuleGate;
  /** Editing screen: needs the change right. */
  write?: true;
  /** A centre must be chosen first; asked in place. */
  centre?: true;
  /** Approval code the user needs. */
  approval?: string;
  superOnly?: true;
  /** Of its document, when it is not the portal's. */
  policy?: PagePolicy;
}

/** An area's name and its screens; `P` are the paths whose loaders `area.web.ts` has to name. */
export interface AreaScreens<P extends string = string> {
  readonly name: string;
  readonly title: string;
  readonly own: Readonly<Record<P, Omit<Screen, 'path'>>>;
  /** The own ones and those of records. */
  readonly screens: readonly Screen[];
}

/** Declares the screens of an area by path; two on one path refuse to start. */
export function screens<P extends string>(
  name: string,
  title: string,
  own: Readonly<Record<P, Omit<Screen, 'path'>>>,
  ofRecords: readonly Screen[] = [],
): AreaScreens<P> {
  const list = [
    ...ofRecords,
    ...Object.entries<Omit<Screen, 'path'>>(own).map(([path, one]) => ({ path, ...one })),
  ];
  const seen = new Set<string>();
  for (const { path } of list) {
    const shape = path.toLowerCase();
    if (seen.has(shape)) throw new Error(`Area '${name}' declares '${path}' twice`);
    seen.add(shape);
  }
  return { name, title, own, screens: list };
}

/** The screens of a record at its stated paths: list, add (write), edit (write), view. */
export function recordScreens(
  record: AnyRecord,
  options: Pick<Screen, 'centre' | 'level' | 'approval'> = {},
): Screen[] {
  const { list, add, edit, view } = record.screens;
  const shared = { module: record.module, ...options };
  return [
    ...(list ? [{ ...shared, path: list, title: record.plural }] : []),
    ...(add ? [{ ...shared, path: add, title: `Add ${nounOf(record.title)}`, write: true as const }] : []),
    ...(edit ? [{ ...shared, path: edit, title: record.title, write: true as const }] : []),
    ...(view ? [{ ...shared, path: view, title: record.title }] : []),
  ];
}
