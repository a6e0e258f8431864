// What is measured: the requests people wait for most.
import { enquiryContract } from '@aangan/areas/enquiries/enquiry/enquiry.contract.ts';
import { financeDashboardContract } from '@aangan/areas/finance/dashboard/finance-dashboard.contract.ts';
import { ledgerContract } from '@aangan/areas/finance/ledger/ledger.contract.ts';
import { paymentContract } from '@aangan/areas/finance/payment/payment.contract.ts';
import { studentContract } from '@aangan/areas/students/student/student.contract.ts';
import { type Endpoint, encodeQuery } from '@aangan/contract/endpoint.ts';
import { todayIst } from '@aangan/contract/period.ts';

export interface BenchRequest {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
  headers?: Record<string, string>;
}

export interface BenchLine {
  name: string;
  title: string;
  /** The n-th request; the accounts of the centre rotate. */
  request(n: number, accounts: readonly string[]): BenchRequest;
}

// A read that takes its filters in a body is a POST.
const read = (endpoint: Endpoint, input: Record<string, unknown>): BenchRequest =>
  endpoint.method === 'GET'
    ? { method: 'GET', path: `${endpoint.path}?${encodeQuery(endpoint.input, input)}` }
    : {
        method: 'POST',
        path: endpoint.path,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
      };
const PARTS = ['aar', 'patel', 'sha', 'red', 'ana', 'kul', 'iya'];
const accountAt = (accounts: readonly string[], n: number): string => accounts[n % accounts.length] ?? '';

export const lines: readonly BenchLine[] = [
  {
    name: 'students',
    title: 'Student list, page of 50',
    request: () => read(studentContract.list, { limit: 50 }),
  },
  {
    name: 'enquiries',
    title: 'Enquiry search by part of a name',
    request: (n) => read(enquiryContract.list, { q: PARTS[n % PARTS.length], limit: 50 }),
  },
  {
    name: 'statement',
    title: 'Student fee statement',
    request: (n, accounts) => read(ledgerContract.student, { ref: accountAt(accounts, n) }),
  },
  {
    name: 'offline',
    title: 'Recording an offline payment',
    request: (n, accounts) => ({
      method: 'POST',
      path: paymentContract.recordOffline.path,
      headers: {
        'content-type': 'application/json',
        'idempotency-key': `bench-${process.pid}-${String(n).padStart(8, '0')}`,
      },
      body: JSON.stringify({
        feeAccountId: accountAt(accounts, n),
        mode: 'UPI',
        amount: 100_000,
        payerName: 'Bench',
        receivedOn: todayIst(new Date()),
        reference: `BENCH${process.pid}X${n}`,
      }),
    }),
  },
  { name: 'dashboard', title: 'Dashboard tiles', request: () => read(financeDashboardContract.get, {}) },
];
