import { type ModuleGate, openModules } from '@aangan/contract/endpoint.ts';
import type { PagePolicy } from '@aangan/contract/page-policy.ts';
import type { ComponentType } from 'react';

/** One bookmarked path of the specification and what opens there. */
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
  /** Of its document, when it is not the portal's; declared once, for the server too. */
  policy?: PagePolicy;
  /** Loads the screen's chunk: `() => import('./fee-list.tsx').then((m) => m.FeeList)`. */
  load: () => Promise<ComponentType>;
}

export interface AreaScreens {
  area: string;
  title: string;
  screens: readonly Screen[];
}

export const screen = (one: Screen): Screen => one;

/** Lists the screens of an area; two screens on one path refuse to start. */
export function screens(area: string, title: string, list: readonly Screen[]): AreaScreens {
  const seen = new Set<string>();
  for (const { path } of list) {
    const shape = path.toLowerCase();
    if (seen.has(shape)) throw new Error(`Area '${area}' declares '${path}' twice`);
    seen.add(shape);
  }
  return { area, title, screens: list };
}

export const isPublic = (one: Screen): boolean => one.module === openModules.anyone;

/** `/a/{b?}/{c}` to the router's `/a/:b?/:c`. */
export const routerPath = (path: string): string =>
  path.replace(/\{(\w+)\?\}/g, ':$1?').replace(/\{(\w+)\}/g, ':$1');

/** Fills a path: `fillPath('/city/editcity/{cityId}', {cityId: 7})`; optional segments without a value fall away. */
export const fillPath = (path: string, values: Readonly<Record<string, string | number>>): string =>
  path.replace(/\/?\{(\w+)(\??)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined
      ? ''
      : `${whole.startsWith('/') ? '/' : ''}${encodeURIComponent(String(value))}`;
  });

/** Fills the first parameter of a path, whatever its name: record paths carry one id. */
export const pathWithId = (path: string, id: string | number): string => {
  const name = /\{(\w+)\??\}/.exec(path)?.[1];
  return name ? fillPath(path, { [name]: id }) : path;
};
