import { type LazyExoticComponent, lazy } from 'react';

/** What React's lazy() takes: a component of any props. */
type Component = Awaited<ReturnType<Parameters<typeof lazy>[0]>>['default'];

/** A component a screen loads when it is first drawn. `<Suspense>` around it says what stands there meanwhile. */
export function part<Name extends string, File extends { readonly [N in Name]: Component }>(
  load: () => Promise<File>,
  name: Name,
): LazyExoticComponent<File[Name]> {
  return lazy(async () => ({ default: (await load())[name] }));
}
