import { hsnRate } from './hsn-rate.record.ts';
import { product } from './product.record.ts';
import { warehouse } from './warehouse.record.ts';

export const catalogueSlice = {
  records: [product, hsnRate, warehouse],
  contracts: [],
} as const;
