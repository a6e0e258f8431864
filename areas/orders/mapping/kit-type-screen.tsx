import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { isMapped, kitTypeOfSlug, type MappedType } from '../kit-types.ts';

/** What stands at a path of one kit type: a type without products of its own, and an unknown one, say so. */
export function KitTypeScreen({
  title,
  of,
  verb = 'mapped',
}: {
  title: string;
  of: (type: MappedType) => ReactNode;
  verb?: 'mapped' | 'allocated';
}) {
  const { kitType } = useParams();
  const type = kitTypeOfSlug(kitType);
  if (isMapped(type)) return of(type);
  return (
    <PageFrame title={title}>
      {type ? (
        <EmptyState
          title={`${type.name} is not ${verb}.`}
          help="It has no products of its own: it comes of claims and re-orders."
        />
      ) : (
        <EmptyState title="This kit type does not exist." help="Choose one of the list in the menu." />
      )}
    </PageFrame>
  );
}
