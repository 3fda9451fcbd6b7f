import { tableNames } from '@leadloom/shared/tables/tables';
import type { IExecuteFunctions, ILoadOptionsFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';
import * as z from 'zod/mini';
import { CREDENTIALS, connect } from './connect.ts';
import { nodeError } from './node-error.ts';
import { nodeProperties } from './node-properties.ts';
import { listChoices, operations } from './operations.ts';

const isOperation = (name: unknown): name is keyof typeof operations =>
  typeof name === 'string' && Object.hasOwn(operations, name);
const tableSchema = z.enum(tableNames);

/** The node that reads and acts. What each operation does is in `operations.ts`. */
export class Leadloom implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Leadloom',
    name: 'leadloom',
    icon: 'file:leadloom.svg',
    group: ['transform'],
    version: 1,
    subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
    description: 'Search companies, people and other rows of Leadloom, and act on them',
    defaults: { name: 'Leadloom' },
    inputs: ['main'],
    outputs: ['main'],
    credentials: [{ name: CREDENTIALS, required: true }],
    properties: nodeProperties,
  };

  methods = {
    loadOptions: {
      async listsOfTable(this: ILoadOptionsFunctions) {
        try {
          const table = tableSchema.parse(this.getCurrentNodeParameter('table'));
          return [...(await listChoices(await connect(this), table))];
        } catch (error) {
          throw nodeError(this.getNode(), error);
        }
      },
    },
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const operation = this.getNodeParameter('operation', 0);
    if (!isOperation(operation)) throw nodeError(this.getNode(), new Error(`operation: ${String(operation)} is not known`), 0);
    const transport = await connect(this).catch((error: unknown) => {
      throw nodeError(this.getNode(), error);
    });
    const units = operations[operation]({
      transport,
      signal: this.getExecutionCancelSignal(),
      itemCount: this.getInputData().length,
      read: (parameter, item) => this.getNodeParameter(parameter, item),
    });
    const output: INodeExecutionData[] = [];
    for (const { items, run } of units) {
      const pairedItem = items.map((item) => ({ item }));
      try {
        for (const json of await run()) output.push({ json, pairedItem });
      } catch (error) {
        const failed = nodeError(this.getNode(), error, items[0]);
        if (!this.continueOnFail()) throw failed;
        output.push({ json: { error: failed.message }, pairedItem });
      }
    }
    return [output];
  }
}
