import { area } from '@aangan/contract/area.ts';
import { cannedReply } from './category/canned-reply.record.ts';
import { ticketCategory } from './category/ticket-category.record.ts';
import { ticketGroupContract } from './group/ticket-group.contract.ts';
import { workingHoursContract } from './hours/working-hours.contract.ts';
import { matrixContract } from './matrix/matrix.contract.ts';
import { ticketsModules } from './modules.ts';
import { ticketsScreens } from './screens.ts';
import { ticketContract } from './ticket/ticket.contract.ts';
import { tickets as ticketList } from './ticket/ticket.listing.ts';

export const tickets = area({
  ...ticketsScreens,
  modules: ticketsModules.$info,
  records: [ticketCategory, cannedReply],
  contracts: [
    ticketList.endpoints,
    ticketContract,
    matrixContract,
    ticketGroupContract,
    workingHoursContract,
  ],
});
