import { franchiseeLabel } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { Select } from '@mantine/core';
import { useNavigate, useSearchParams } from 'react-router';

/** The centre that is audited, chosen where it is asked for: on a phone the bar above shows none. */
export function CentreChoice() {
  const { centres } = useSession();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const choose = (id: string | null) => {
    if (id === null) return;
    const next = new URLSearchParams(params);
    next.set('forCentre', id);
    void navigate({ search: `?${next}` }, { replace: true });
  };
  return (
    <Select
      label="Centre"
      placeholder="Choose the centre you audit"
      data={centres.map(({ id, companyName }) => ({
        value: String(id),
        label: franchiseeLabel(id, companyName),
      }))}
      value={null}
      onChange={choose}
      searchable
      limit={200}
      nothingFoundMessage="Nothing found"
      maw={360}
    />
  );
}
