import type { Endpoint } from '@aangan/contract/endpoint.ts';
import { PageFrame } from '../ui/page-frame.tsx';
import { ListingTable, type ListingTableProps, useListing } from './listing-table.tsx';

/** The screen of a declared list: title with count, tiles, table with search, filters, sort and export, and the drawer. */
export function ListingScreen<E extends Endpoint>(props: ListingTableProps<E>) {
  const { of } = props;
  const list = useListing(of);
  const context = of.needsYear ? 'centre-year' : 'centre';
  return (
    <PageFrame
      title={of.title}
      count={list.total ?? undefined}
      fill
      {...(of.scope === 'network' ? {} : { context })}
    >
      <ListingTable {...props} list={list} />
    </PageFrame>
  );
}
