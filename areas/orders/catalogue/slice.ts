import { kit2Amount } from '../kit2-amount/kit2-amount.record.ts';
import { marginContract } from '../margin/margin.contract.ts';
import { marginRequests, productMargins } from '../margin/margin.listing.ts';
import { hsnRate } from './hsn-rate.record.ts';
import { productContract } from './product.contract.ts';
import { product } from './product.record.ts';
import { productImport } from './product-import.contract.ts';
import { warehouse } from './warehouse.record.ts';

/** Products, their margins and prices, rates, warehouses and the amounts of curriculum kit 2. */
export const catalogueSlice = {
  records: [product, hsnRate, warehouse, kit2Amount],
  contracts: [
    productContract,
    productImport.endpoints,
    productMargins.endpoints,
    marginRequests.endpoints,
    marginContract,
  ],
} as const;
