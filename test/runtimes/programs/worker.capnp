using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [ (name = "api", worker = .api) ],
  sockets = [ (name = "http", address = "127.0.0.1:0", http = (), service = "api") ],
);

const api :Workerd.Worker = (
  modules = [ (name = "worker.js", esModule = embed "worker.js") ],
  compatibilityDate = "2026-11-01",
);
