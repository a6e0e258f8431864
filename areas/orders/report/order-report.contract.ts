import { choice, integer, money, percent, text } from '@aangan/contract/fields.ts';
import { report } from '@aangan/contract/report.ts';
import { kitTypeNames } from '../kit-types.ts';
import { ordersModules as m } from '../modules.ts';

const base = { module: m.orderHistory, scope: 'centre' } as const;

const amounts = {
  taxable: money({ label: 'Taxable' }),
  cgst: money({ label: 'CGST' }),
  sgst: money({ label: 'SGST' }),
  igst: money({ label: 'IGST' }),
  total: money({ label: 'Total', help: 'Taxable value + GST of the invoices dated in these days.' }),
};
const credited = {
  invoices: integer({ label: 'Invoices' }),
  ...amounts,
  credits: money({
    label: 'Credits',
    help: 'Approved credit notes on these invoices, whenever they were issued.',
  }),
  net: money({ label: 'Net', help: 'Total - credits.' }),
};
const creditedSums = ['invoices', 'taxable', 'cgst', 'sgst', 'igst', 'total', 'credits', 'net'] as const;
const purchase = {
  ...base,
  period: 'LAST_MONTH',
  tiles: ['taxable', 'total', 'credits', 'net'],
  chart: ['net'],
} as const;

export const purchaseByCentre = report({
  ...purchase,
  name: 'purchase-by-centre',
  title: 'Centres',
  definition: 'One row for each centre: tax invoices of its parcels by invoice date.',
  row: { centre: text({ label: 'Centre', max: 140 }), ...credited },
  sums: creditedSums,
});

export const purchaseByMonth = report({
  ...purchase,
  name: 'purchase-by-month',
  title: 'Months',
  definition: 'One row for each month of the invoice date.',
  period: 'THIS_YEAR',
  row: { month: text({ label: 'Month', max: 20 }), ...credited },
  sums: creditedSums,
});

const lines = {
  ...base,
  period: 'LAST_MONTH',
  sums: ['pieces', 'taxable', 'cgst', 'sgst', 'igst', 'total'],
  tiles: ['pieces', 'taxable', 'total'],
  chart: ['total'],
} as const;

export const purchaseByProduct = report({
  ...lines,
  name: 'purchase-by-product',
  title: 'Products',
  definition: 'One row for each product on the invoices dated in these days, before credit notes.',
  row: {
    product: text({ label: 'Product', max: 160 }),
    hsn: text({ label: 'HSN', max: 10 }),
    pieces: integer({ label: 'Pieces' }),
    ...amounts,
  },
});

export const purchaseByHsn = report({
  ...lines,
  name: 'purchase-by-hsn',
  title: 'HSN',
  definition:
    'One row for each HSN code and rate of GST on the invoices dated in these days, before credit notes.',
  row: {
    hsn: text({ label: 'HSN', max: 10 }),
    rate: percent({ label: 'GST rate' }),
    pieces: integer({ label: 'Pieces' }),
    ...amounts,
  },
});

const kit = { kitType: choice({ label: 'Kit type', options: kitTypeNames }) };
const tat = {
  ...base,
  needsYear: true,
  period: 'THIS_YEAR',
  filters: kit,
  sums: ['orders', 'kits', 'delivered', 'onTime', 'late'],
  tiles: ['orders', 'delivered', 'onTime', 'late'],
  chart: ['onTime', 'late'],
} as const;
const stages = {
  orders: integer({
    label: 'Orders',
    help: 'Orders placed in these days; a cancelled or failed one is not counted.',
  }),
  kits: integer({ label: 'Kits', help: 'Ordered less cancelled.' }),
  delivered: integer({ label: 'Delivered', help: 'Orders of which everything has arrived.' }),
  onTime: integer({ label: 'On time', help: 'Delivered on or before the promised day.' }),
  late: integer({
    label: 'Late',
    help: 'Delivered after the promised day, or not delivered and the day has passed.',
  }),
  toConfirm: integer({
    label: 'Days to confirm',
    optional: true,
    help: 'Median days from placed to confirmed.',
  }),
  toShip: integer({
    label: 'Days to ship',
    optional: true,
    help: 'Median days from confirmed to the first parcel.',
  }),
  toDeliver: integer({
    label: 'Days to deliver',
    optional: true,
    help: 'Median days from the first parcel to delivered.',
  }),
};

/** The four switches keep the customer's words. */
export const tatByCity = report({
  ...tat,
  name: 'order-tat-by-city',
  title: 'City Wise',
  definition: 'One row for each city of the ordering centre.',
  row: { city: text({ label: 'City', max: 80 }), ...stages },
});

export const tatByClass = report({
  ...tat,
  name: 'order-tat-by-class',
  title: 'Class Wise',
  definition:
    'One row for each class: kits of children, by the lines of the orders. An order with kits of two classes counts in both, so the rows have no total of orders.',
  sums: ['kits'],
  tiles: ['kits'],
  chart: ['onTime', 'late'],
  row: { className: text({ label: 'Class', max: 80 }), ...stages },
});

export const tatByStatus = report({
  ...base,
  needsYear: true,
  name: 'order-tat-by-status',
  title: 'Status Wise',
  definition: 'One row for each status an order can have, also where none has it.',
  period: 'THIS_YEAR',
  filters: kit,
  row: {
    status: text({ label: 'Status', max: 20 }),
    orders: integer({ label: 'Orders' }),
    kits: integer({ label: 'Kits' }),
    amount: money({ label: 'Amount' }),
  },
  sums: ['orders', 'kits', 'amount'],
  tiles: ['orders', 'kits', 'amount'],
  chart: ['orders'],
});

export const intelliKitMatrix = report({
  ...base,
  name: 'intelli-kit-matrix',
  title: 'Intelli Kit Matrix Report',
  definition:
    'One row for each centre and class of the chosen year: children entitled to an Intelli Kit and how far their kits have come. Each column holds those of the columns right of it.',
  needsYear: true,
  row: {
    centre: text({ label: 'Centre', max: 140 }),
    className: text({ label: 'Class', max: 80 }),
    entitled: integer({ label: 'Entitled' }),
    ordered: integer({ label: 'Ordered' }),
    shipped: integer({ label: 'Shipped' }),
    arrived: integer({ label: 'At the centre' }),
    handedOver: integer({ label: 'Handed over' }),
  },
  sums: ['entitled', 'ordered', 'shipped', 'arrived', 'handedOver'],
  tiles: ['entitled', 'ordered', 'shipped', 'handedOver'],
});

export const purchaseReports = [purchaseByCentre, purchaseByMonth, purchaseByProduct, purchaseByHsn] as const;
export const tatReports = [tatByCity, tatByClass, tatByStatus, intelliKitMatrix] as const;
