import type { OptionSearch } from '@aangan/web/api/options.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { ticketContract as contract } from './ticket.contract.ts';

/** Agents and canned replies; nothing is asked for by people who do not work the queue. */
export function useDesk() {
  const works = useSession().holds(contract.desk.module, false);
  return useQuery(contract.desk, {}, { enabled: works }).data;
}

/** A picker's search among those who work the queue. */
export function useAgents(): OptionSearch {
  const agents = useDesk()?.agents ?? [];
  return (q) => Promise.resolve(agents.filter(({ label }) => label.toLowerCase().includes(q.toLowerCase())));
}
