import { useQuery } from '@aangan/web/api/use-query.ts';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { TilesSkeleton } from '@aangan/web/ui/skeletons.tsx';
import { useState } from 'react';
import { homeContract } from './home.contract.ts';
import { ParentHome } from './parent-home.tsx';

/** A family's home: its own children, one at a time. */
export function FamilyHome() {
  const [student, setStudent] = useState<string | null>(null);
  const query = useQuery(homeContract.child, student ? { student } : {});
  return (
    <QueryState query={query} skeleton={<TilesSkeleton tiles={4} />}>
      {(home) => <ParentHome home={home} pick={setStudent} />}
    </QueryState>
  );
}
