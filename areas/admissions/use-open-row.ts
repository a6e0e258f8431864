import { useSearchParams } from 'react-router';

/** The row that stands open beside a list, in the address under `name`; the list's own filters stay there. */
export function useOpenRow(name: string) {
  const [params, setParams] = useSearchParams();
  const withRow = (now: URLSearchParams, id: string | null) => {
    const next = new URLSearchParams(now);
    if (id) next.set(name, id);
    else next.delete(name);
    return next;
  };
  return {
    open: params.get(name),
    show: (id: string | null) => setParams((now) => withRow(now, id)),
    linkOf: (id: string) => `?${withRow(params, id)}`,
  };
}
