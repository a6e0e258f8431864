import { useSession } from '@aangan/web/session/use-session.ts';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { ordersModules } from '../modules.ts';
import { orderPath } from './order-paths.ts';

interface Named {
  id: string;
  orderNo: string;
  kitType: string;
  franchiseeId: number;
}

/** The number of an order, for who may open it the way there; a dash where there is none. */
export function OrderLink({ of }: { of: Named | null }) {
  const { holds } = useSession();
  if (of === null) return '–';
  if (!holds(ordersModules.orderHistory, false)) return of.orderNo;
  return (
    <Anchor component={Link} to={orderPath(of)} size="sm">
      {of.orderNo}
    </Anchor>
  );
}
