import { useSearchParams } from 'react-router';

/**
 * One search parameter beside the others: its value, setting it (null takes it away), and the address a link has with it.
 * Setting is a step of the browser's history, so Back undoes it.
 */
export function useParam(name: string) {
  const [params, setParams] = useSearchParams();
  const withValue = (now: URLSearchParams, value: string | null) => {
    const next = new URLSearchParams(now);
    if (value) next.set(name, value);
    else next.delete(name);
    return next;
  };
  const set = (value: string | null) =>
    setParams((now) => withValue(now, value), { preventScrollReset: true });
  const linkTo = (value: string) => `?${withValue(params, value)}`;
  return [params.get(name), set, linkTo] as const;
}
