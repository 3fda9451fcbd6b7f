/**
 * The parts of the package `n8n-workflow` that these nodes use, as its version 2.41.0 declares them in `interfaces.d.ts` and
 * `errors/`. The package itself is n8n's to provide, and brings 160 others. `pnpm test:n8n` checks the nodes against the package's
 * own types.
 */
declare module 'n8n-workflow' {
  export interface IDataObject {
    [key: string]: string | object | number | boolean | undefined | null;
  }
  export type JsonObject = { [key: string]: string | number | boolean | null };

  export interface INode {
    readonly name: string;
  }

  export interface INodeExecutionData {
    json: IDataObject;
    pairedItem?: { item: number } | { item: number }[];
  }

  export interface INodePropertyOptions {
    name: string;
    value: string | number | boolean;
    action?: string;
    description?: string;
  }

  export interface INodePropertyCollection {
    name: string;
    displayName: string;
    values: INodeProperties[];
  }

  export interface INodeProperties {
    displayName: string;
    name: string;
    type: 'boolean' | 'dateTime' | 'fixedCollection' | 'multiOptions' | 'notice' | 'number' | 'options' | 'string';
    default: string | number | boolean | string[] | Record<string, never>;
    description?: string;
    placeholder?: string;
    required?: boolean;
    noDataExpression?: boolean;
    typeOptions?: {
      loadOptionsDependsOn?: string[];
      loadOptionsMethod?: string;
      maxValue?: number;
      minValue?: number;
      multipleValueButtonText?: string;
      multipleValues?: boolean;
      password?: boolean;
      rows?: number;
    };
    displayOptions?: { show?: Record<string, (string | boolean)[]> };
    options?: (INodePropertyOptions | INodePropertyCollection)[];
  }

  export interface INodeTypeDescription {
    displayName: string;
    name: string;
    icon: `file:${string}`;
    group: ('input' | 'output' | 'transform' | 'trigger')[];
    version: number;
    subtitle?: string;
    description: string;
    defaults: { name: string };
    inputs: 'main'[];
    outputs: 'main'[];
    credentials: { name: string; required: boolean }[];
    webhooks?: { name: 'default'; httpMethod: 'POST'; responseMode: 'onReceived'; path: string }[];
    properties: INodeProperties[];
  }

  export interface IHttpRequestOptions {
    url: string;
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    headers: IDataObject;
    body?: string;
    encoding: 'text';
    returnFullResponse: true;
    ignoreHttpStatusErrors: true;
    disableFollowRedirect: true;
    abortSignal?: AbortSignal;
  }

  interface Functions {
    getCredentials<Data extends object>(type: string): Promise<Data>;
    getNode(): INode;
    getWorkflowStaticData(type: 'node'): IDataObject;
    // The package says `Promise<any>`; what comes is checked.
    helpers: { httpRequest(options: IHttpRequestOptions): Promise<unknown> };
  }

  export interface IExecuteFunctions extends Functions {
    getInputData(): INodeExecutionData[];
    getNodeParameter(name: string, item: number, fallback?: unknown): unknown;
    getExecutionCancelSignal(): AbortSignal | undefined;
    continueOnFail(): boolean;
  }

  export interface ILoadOptionsFunctions extends Functions {
    getCurrentNodeParameter(name: string): unknown;
  }

  export interface IHookFunctions extends Functions {
    getNodeParameter(name: string): unknown;
    getNodeWebhookUrl(name: 'default'): string | undefined;
  }

  export interface IWebhookResponseData {
    workflowData?: INodeExecutionData[][];
    noWebhookResponse?: boolean;
  }

  export interface IWebhookFunctions extends Functions {
    getHeaderData(): { [name: string]: string | string[] | undefined };
    getRequestObject(): { rawBody: Buffer };
    getResponseObject(): { status(code: number): { json(body: object): unknown } };
  }

  export interface INodeType {
    description: INodeTypeDescription;
    execute?(this: IExecuteFunctions): Promise<INodeExecutionData[][]>;
    webhook?(this: IWebhookFunctions): Promise<IWebhookResponseData>;
    methods?: { loadOptions: Record<string, (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>> };
    webhookMethods?: { default: Record<'checkExists' | 'create' | 'delete', (this: IHookFunctions) => Promise<boolean>> };
  }

  export interface ICredentialType {
    name: string;
    displayName: string;
    icon: `file:${string}`;
    properties: INodeProperties[];
    authenticate: { type: 'generic'; properties: { headers: Record<string, string> } };
    test: { request: { baseURL: string; url: string } };
  }

  interface ErrorOptions {
    message?: string;
    description?: string;
    itemIndex?: number;
  }

  export class NodeApiError extends Error {
    constructor(node: INode, error: JsonObject, options?: ErrorOptions & { httpCode?: string });
  }

  export class NodeOperationError extends Error {
    constructor(node: INode, error: Error | string, options?: ErrorOptions);
  }
}
