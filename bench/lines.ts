// What is measured: the requests people wait for most. An area adds a line by adding its object here.
import type { Scenario } from './scenario.ts';
import { announcementWall } from './scenarios/announcements.ts';
import { calendarMonth } from './scenarios/calendar.ts';
import { dashboardTiles } from './scenarios/dashboard.ts';
import { enquirySearch } from './scenarios/enquiries.ts';
import { duesLists } from './scenarios/franchisee-dues.ts';
import { franchiseeLedgers } from './scenarios/franchisee-ledger.ts';
import { franchiseeList } from './scenarios/franchisees.ts';
import { gradeGrid } from './scenarios/grade-grid.ts';
import { muster } from './scenarios/muster.ts';
import { offlinePayment } from './scenarios/offline-payment.ts';
import { allocationList, networkOrderList, orderList, packingDesk } from './scenarios/orders.ts';
import { outboxPage } from './scenarios/outbox.ts';
import { placeKitOrder } from './scenarios/place-order.ts';
import { registerRead, registerSave } from './scenarios/register.ts';
import { feeStatement } from './scenarios/statement.ts';
import { studentList, studentsFiltered } from './scenarios/students.ts';
import { networkTicketList, ticketList } from './scenarios/tickets.ts';
import { userList } from './scenarios/users.ts';

export const scenarios: readonly Scenario[] = [
  studentList,
  enquirySearch,
  feeStatement,
  offlinePayment,
  dashboardTiles,
  userList,
  franchiseeList,
  studentsFiltered,
  registerRead,
  registerSave,
  gradeGrid,
  muster,
  announcementWall,
  outboxPage,
  orderList,
  networkOrderList,
  allocationList,
  packingDesk,
  placeKitOrder,
  ticketList,
  networkTicketList,
  calendarMonth,
];

/** Asked of a network with the postings of years: `-- --ledger`. */
export const ledgerScenarios: readonly Scenario[] = [...franchiseeLedgers, ...duesLists];
