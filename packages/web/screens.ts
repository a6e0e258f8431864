import { openModules } from '@aangan/contract/endpoint.ts';
import type { AreaScreens, Screen } from '@aangan/contract/screens.ts';
import type { ComponentType } from 'react';

/** Loads a screen's chunk: `() => import('./fee-list.tsx').then((m) => m.FeeList)`. */
export type Load = () => Promise<ComponentType>;

export interface LoadableScreen extends Screen {
  load: Load;
}

export interface LoadableScreens {
  title: string;
  screens: readonly LoadableScreen[];
}

/**
 * Binds the declared screens of an area to their components. One without a loader does not type-check; one of a record
 * without `recordLoads` refuses to start.
 */
export function loadScreens<P extends string>(
  area: AreaScreens<P>,
  own: Readonly<Record<P, Load>>,
  ofRecords: readonly Readonly<Record<string, Load>>[] = [],
): LoadableScreens {
  const loads: Readonly<Record<string, Load>> = Object.assign({}, ...ofRecords, own);
  return {
    title: area.title,
    screens: area.screens.map((screen) => {
      const load = loads[screen.path];
      if (!load) throw new Error(`Nothing loads '${screen.path}' of area '${area.name}'`);
      return { ...screen, load };
    }),
  };
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
