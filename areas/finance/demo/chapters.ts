import type { AreaChapters } from '../../../db/demo/chapters.ts';
import { ANDHERI, BANER, centres } from '../../../db/demo/places.ts';
import { each } from '../../../db/demo/product.ts';
import { writeBankAccounts } from './bank-accounts.ts';
import { writeBankStatement } from './bank-statement.ts';
import { writeCheques } from './cheques.ts';
import { answerEInvoices, beginEInvoices } from './e-invoices.ts';
import { writeFeeSetup } from './fees.ts';
import { writeFranchiseeDues } from './franchisee-dues.ts';
import { chargeLateFees } from './late-fees.ts';
import { writeNotes } from './notes.ts';
import { takePayments } from './payments.ts';
import { assignPlans, writeFeeAccounts } from './plans.ts';
import { writeRefunds } from './refunds.ts';
import { runRoyalty } from './royalty-runs.ts';
import { askConcessions } from './running-concessions.ts';
import { writeSettlements } from './settlements.ts';

export const chapters: AreaChapters = {
  rows: [
    { name: 'fees', after: ['network.network'], write: ({ client, today }) => writeFeeSetup(client, today) },
    { name: 'bank-accounts', write: ({ client, today }) => writeBankAccounts(client, today) },
    {
      name: 'fee-accounts',
      after: ['students.families'],
      write: ({ client, families }) => writeFeeAccounts(client, families),
    },
  ],
  work: [
    {
      name: 'fees-paid',
      write: ({ database, families, hasMoney, today }) =>
        each(
          families.filter(({ centre }) => hasMoney(centre.id)),
          async (one) => {
            await assignPlans(database, one, today);
            await takePayments(database, one, today);
          },
        ),
    },
    {
      name: 'dues',
      after: ['admissions.forms-paid'],
      write: ({ database, hasMoney, today }) =>
        each(
          centres.filter(({ id }) => hasMoney(id)),
          async (centre) => {
            await writeFranchiseeDues(database, centre, today);
          },
        ),
    },
    {
      name: 'concessions',
      write: ({ clock, database, hasMoney }) =>
        each(
          centres.filter(({ id }) => hasMoney(id)),
          async (centre) => {
            await askConcessions(database, centre, clock.now);
          },
        ),
    },
    { name: 'e-invoices', write: ({ database, today }) => beginEInvoices(database, today) },
    { name: 'royalty', write: ({ database, today }) => runRoyalty(database, today) },
    {
      name: 'settlements',
      write: ({ clock, database, hasMoney }) =>
        writeSettlements(database, centres.map(({ id }) => id).filter(hasMoney), clock),
    },
    { name: 'bank-statement', write: ({ database, today }) => writeBankStatement(database, today) },
    {
      name: 'notes',
      write: async ({ clock, database, hasMoney }) => {
        for (const id of [ANDHERI, BANER].filter(hasMoney)) await writeNotes(database, { id }, clock);
      },
    },
    {
      name: 'refunds',
      write: async ({ clock, database, hasMoney }) => {
        for (const id of [ANDHERI, BANER].filter(hasMoney)) await writeRefunds(database, id, clock);
      },
    },
    {
      name: 'cheques',
      after: ['students.leaving'],
      write: async ({ clock, database, hasMoney }) => {
        for (const id of [ANDHERI, BANER].filter(hasMoney)) await writeCheques(database, id, clock);
      },
    },
    {
      name: 'late-fees',
      write: async ({ clock, database, hasMoney }) => {
        for (const id of [ANDHERI, BANER].filter(hasMoney)) await chargeLateFees(database, id, clock);
      },
    },
    {
      name: 'e-invoices-answered',
      // After the last document of head office.
      after: ['orders.dispatch'],
      write: ({ clock, database }) => answerEInvoices(database, clock.now),
    },
  ],
};
